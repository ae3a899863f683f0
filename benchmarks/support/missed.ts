/** The exit code of a claim that did not hold for want of speed or memory, which a short run does not look at. */
export const MISSED = 2
