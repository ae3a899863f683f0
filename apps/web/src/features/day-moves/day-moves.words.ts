import type { DayMoveReason, MovedParty } from '@arcadia/contract/day-moves'

export const REASONS: Record<DayMoveReason, string> = {
  WEATHER: 'Weather',
  ILLNESS: 'Illness',
  OTHER: 'Another reason',
}

/** `1 of 3 groups have replied` */
export function answered(parties: readonly MovedParty[]): string {
  if (parties.length === 0) return 'no one has been asked yet'
  const count = parties.filter(({ state }) => state !== 'WAITING').length
  return `${count} of ${parties.length} ${parties.length === 1 ? 'group has' : 'groups have'} replied`
}

/** What a called-off day came to. */
export const closed = (parties: readonly MovedParty[]) =>
  parties.some(({ state }) => state === 'KEPT') ? 'On after all' : 'Everyone has replied'

/** `1 group` */
export const groups = (count: number) => `${count} ${count === 1 ? 'group' : 'groups'}`

/** Whom to call: on the day itself everybody who isn't here yet, else whoever gets no email (docs/rules.md §21.6). */
export function groupsToCall<One>(
  told: readonly One[],
  { written, isToday, isHere }: { written: readonly One[]; isToday: boolean; isHere: (one: One) => boolean },
): number {
  return told.filter((one) => (isToday ? !isHere(one) : !written.includes(one))).length
}

/** `Call off, email 1 group, call 1` */
export function tellLabel(act: string, written: number, toCall: number): string {
  if (toCall === 0) return `${act} and email ${groups(written)}`
  return written === 0 ? `${act} and call ${groups(toCall)}` : `${act}, email ${groups(written)}, call ${toCall}`
}
