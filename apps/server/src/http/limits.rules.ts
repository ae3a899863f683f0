export interface Limit {
  /** The action and who it is counted for: `register:203.0.113.7`. */
  key: string
  atMost: number
  windowMs: number
}

/** How often each user, network or address may do something. */
export function limitFor(name: string, atMost: number, windowMs: number) {
  return (who: string | number): Limit => ({ key: `${name}:${who}`, atMost, windowMs })
}
