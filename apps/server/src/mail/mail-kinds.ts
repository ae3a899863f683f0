/** Every kind of email and the params it is made of: each feature declares its own beside their text, as `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface MailKinds {}

export type MailKind = keyof MailKinds
