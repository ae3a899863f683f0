/** Exit code for a missed speed or memory target; a short run ignores it. */
export const MISSED = 2
