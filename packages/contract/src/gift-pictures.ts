import * as z from 'zod/mini'

/** The plates of which a buyer chooses one for the poster of a gift (docs/rules.md §13.21), and what each shows. */
export const GIFT_PICTURES = {
  cypress: 'Cypress trunks rise like columns from dark water with light between them',
  redtail: 'A redtail catfish with long barbels set against a huge evening sun',
  moss: 'Curtains of Spanish moss backlit by an amber morning',
  kites: 'Five swallow-tailed kites over a burning sky and a lone cypress',
} as const

export const GiftPicture = z.enum(['cypress', 'redtail', 'moss', 'kites'])
export type GiftPicture = z.infer<typeof GiftPicture>
