import { pinText, readMapPin, shortMapLink } from '@arcadia/contract/site/map-pin'

const HOPS = 3
const PATIENCE_MS = 3000

/** Where a link leads; tests have a double. */
export type LinkTarget = (link: URL, signal: AbortSignal) => Promise<string | null>

const linkTarget: LinkTarget = async (link, signal) => {
  const answer = await fetch(link, { method: 'HEAD', redirect: 'manual', credentials: 'omit', signal })
  return answer.headers.get('location')
}

/**
 * The pin behind a short link of Google Maps. Only `maps.app.goo.gl` is ever called, at most three times and for three
 * seconds: the address it leads to is read, not visited.
 */
export async function followMapLink(first: URL, target: LinkTarget = linkTarget): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  let link: URL | undefined = first
  for (let hop = 0; link && hop < HOPS; hop += 1) {
    const to: string | null = await target(link, signal).catch(() => null)
    const place = to === null ? undefined : readMapPin(to)
    if (place) return pinText(place)
    link = to === null ? undefined : shortMapLink(to)
  }
  return undefined
}
