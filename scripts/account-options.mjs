/** How Studbook starts the runtime's local accounts: by what name, and which function sends their mail. */
export const accountOptions = ["--accounts-name", "Studbook", "--accounts-mail", "accountMails:add"];
