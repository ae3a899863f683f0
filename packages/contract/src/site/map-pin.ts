interface Place {
  latitude: number
  longitude: number
}

/** The stored form: `27.2158, -81.8584`. */
export const pinText = ({ latitude, longitude }: Place): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join(', ')

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,15})?)`
const PAIR = new RegExp(String.raw`^\(?\s*${NUMBER}\s*[,;\s]\s*${NUMBER}\s*\)?$`)
/** `27.2158° N, 81.8584° W` and `27°12'56.9"N 81°51'30.2"W` */
const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)\s*°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`
const COMPASS = new RegExp(String.raw`^\(?\s*${ANGLE}([NS])\s*,?\s*${ANGLE}([EW])\s*\)?$`, 'i')
/** Where map links have the place, the pin itself before the middle of the screen. */
const IN_LINK = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(String.raw`[?&](?:q|query|ll|coordinate|destination|daddr|center)=(?:loc:)?${NUMBER},\+?${NUMBER}`),
  new RegExp(String.raw`\/maps\/(?:search|place)\/${NUMBER},\+?${NUMBER}`),
  new RegExp(`@${NUMBER},${NUMBER}`),
]

/** The place in what Google and Apple Maps put on the clipboard: numbers, or a link that has them. */
export function readMapPin(typed: string): Place | undefined {
  const text = typed.trim()
  const compass = COMPASS.exec(text)
  if (compass) {
    const [, d1, m1, s1, ns, d2, m2, s2, ew] = compass
    const angle = (degrees = '0', minutes = '0', seconds = '0') =>
      Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
    return onEarth(angle(d1, m1, s1) * (/s/i.test(ns!) ? -1 : 1), angle(d2, m2, s2) * (/w/i.test(ew!) ? -1 : 1))
  }
  const pair = PAIR.exec(text) ?? inLink(text)
  return pair ? onEarth(Number(pair[1]), Number(pair[2])) : undefined
}

function inLink(text: string): RegExpExecArray | undefined {
  const link = linkIn(text)
  if (!link || !/^(?:(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2}|maps\.apple\.com)$/.test(link.hostname))
    return undefined
  const address = link.href.replaceAll('%2C', ',').replaceAll('%20', '')
  for (const place of IN_LINK) {
    const found = place.exec(address)
    if (found) return found
  }
  return undefined
}

/** A link that Google's app shares; it has no numbers, only where to find them. */
export function shortMapLink(typed: string): URL | undefined {
  const link = linkIn(typed)
  return link?.origin === 'https://maps.app.goo.gl' && !link.username && /^\/[\w-]{1,60}$/.test(link.pathname)
    ? new URL(link.pathname, link.origin)
    : undefined
}

/** The first web address in it; apps put the place's name before it. */
function linkIn(text: string): URL | undefined {
  const [found] = /https:\/\/\S+/.exec(text) ?? []
  return found && URL.canParse(found) ? new URL(found) : undefined
}

function onEarth(latitude: number, longitude: number): Place | undefined {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
