/** How people are told of what is due. Source of the defaults: document 001 section 9. */

/** Which ways of telling a person are on. */
export interface NotificationSettings {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
}

/** What holds until a person says otherwise. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = { email: true, sms: false, push: true };
