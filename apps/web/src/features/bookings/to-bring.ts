import { LUNCH } from '@arcadia/contract/site/wording'

/** What is included. */
export const ON_US = `Rods and tackle are on us. ${LUNCH}`

const TO_BRING = [
  'A hat, polarized glasses and sunscreen. The glare off the water is no joke.',
  'A rain jacket. Storms come up fast in summer.',
  'Shoes that can get wet, and a dry shirt for the ride home.',
  'A camera.',
]

/** What to bring, as the owner says it, a thing a line. */
export const thingsToBring = ({ bring }: { bring?: string | undefined }): string[] =>
  bring?.split(/\n+/).filter((line) => line.trim()) ?? TO_BRING
