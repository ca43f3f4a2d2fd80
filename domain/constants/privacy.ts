/** What a person shares beyond their kennels until they say otherwise: nothing. Source: decision GAP-SET-10. */
export const DEFAULT_PRIVACY = { showInDirectory: false, shareAnalytics: false } as const;
