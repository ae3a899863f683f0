// biome-ignore lint/suspicious/noEmptyInterface: each feature adds its tables here
export interface Tables {}
