/** Every table: each is declared, as `declare module`, in the folder that alone writes to it. Everybody may read any. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Tables {}
