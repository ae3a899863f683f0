/** In order: an Android browser also says Linux. An iPad says that it is a Mac. */
const KINDS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/Windows/, 'Windows PC'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac or an iPad'],
  [/Linux/, 'Linux computer'],
]

/** What kind of device a browser says it runs on; null if it names none. Nothing of what it sends is repeated. */
export const deviceKindOf = (userAgent: string): string | null =>
  KINDS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
