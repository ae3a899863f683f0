/** Every kind of email and its params. Each feature declares its own next to their text with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface MailKinds {}

export type MailKind = keyof MailKinds
