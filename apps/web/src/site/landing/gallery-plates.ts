import { type Caption, captions } from './gallery-captions.ts'

/** Every plate of the gallery in its order, from the files `assets/plates/plate-NN-….svg`. */
const addresses = Object.entries(
  import.meta.glob<string>('../../assets/plates/plate-*.svg', { eager: true, query: '?url', import: 'default' }),
)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([, address]) => address)

export interface Plate extends Caption {
  src: string
  /** `01/29` */
  number: string
}

export const plates: readonly Plate[] = captions.map((caption, index) => ({
  ...caption,
  src: addresses[index]!,
  number: `${String(index + 1).padStart(2, '0')}/${captions.length}`,
}))
