/** Milliseconds on a clock shared by all threads. */
export const instant = (): number => Number(process.hrtime.bigint()) / 1e6
