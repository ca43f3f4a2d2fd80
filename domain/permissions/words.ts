/** The labels of roles, areas and levels. */
import type { Area, Level, Role } from "./rules";

export const roleLabels = {
  owner: "Owner",
  manager: "Manager",
  staff: "Staff",
  viewer: "Viewer",
} as const satisfies Record<Role, string>;

export const roleDescriptions = {
  owner: "Everything, including billing and deleting the kennel",
  manager: "Everything except billing",
  staff: "Daily work with dogs, breeding, health and reminders",
  viewer: "Sees everything but money and contacts, changes nothing",
} as const satisfies Record<Role, string>;

export const areaLabels = {
  dogs: "Dogs",
  breeding: "Breeding",
  health: "Health",
  reminders: "Reminders",
  finances: "Money & contacts",
  settings: "Settings",
  billing: "Billing",
  backups: "Backups",
  members: "Team",
} as const satisfies Record<Area, string>;

/** Only for areas whose label does not describe the content. */
export const areaNotes: Partial<Record<Area, string>> = {
  finances: "Buyers, applicants, owners of dogs, prices, deposits, income and costs",
};

export const levelLabels = {
  none: "No access",
  read: "View",
  write: "View and change",
} as const satisfies Record<Level, string>;
