/** In milliseconds that all threads of this machine share. */
export const instant = (): number => Number(process.hrtime.bigint()) / 1e6
