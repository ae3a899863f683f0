type Wire = Readonly<Record<string, unknown>>

/** A form as it is sent; what is not decoded is in wire format. */
export interface SentForm<Body> {
  body: Body
  sent: Wire
  /** What its fields showed before; undefined if the caller does not say. */
  shown: Wire | undefined
}

/** What a form would overwrite without having shown it. */
export interface Unseen {
  name: string
  value: unknown
}

/**
 * Splits a form into what it changes and what it would overwrite unseen (docs/rules.md §7.12). A field that is sent as it was
 * shown changes nothing; a list takes what was added and removed.
 * @param stored what is stored now, in wire format
 */
export function mergeForm<Body extends object>({ body, sent, shown = {} }: SentForm<Body>, stored: Wire) {
  const changes: Record<string, unknown> = {}
  const unseen: Unseen[] = []
  for (const [name, value] of Object.entries(body)) {
    const [to, from, now] = [sent[name], shown[name], stored[name]]
    if (!(name in shown && name in stored)) changes[name] = value
    else if (isSame(to, from)) continue
    else if ([to, from, now].every(Array.isArray))
      changes[name] = mergeLists(to as Item[], from as Item[], now as Item[])
    else if (isSame(now, from) || isSame(now, to)) changes[name] = value
    else unseen.push({ name, value: now })
  }
  return { changes: changes as Partial<Body>, unseen }
}

type Item = string | number

const mergeLists = (to: Item[], from: Item[], now: Item[]) => [
  ...now.filter((one) => to.includes(one) || !from.includes(one)),
  ...to.filter((one) => !from.includes(one) && !now.includes(one)),
]

/** A form shows nothing, no and null alike, and numbers as text. */
export const isSame = (one: unknown, other: unknown) => asShown(one) === asShown(other)

function asShown(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  return Array.isArray(value) ? value.map(String).sort().join() : String(value).trim()
}
