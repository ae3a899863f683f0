import type { SiteDataOnTheWire } from '@arcadia/contract/site/site-data'
import { useRef } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { type Caption, captions } from './gallery-captions.ts'
import { useGalleryTravel } from './use-gallery-travel.ts'
import { useMotionPause } from './use-motion-pause.ts'
import { useNearViewport } from './use-near-viewport.ts'

/**
 * The plates pass at a walking pace. CSS moves them; without scripts or with reduced motion they are a scrollable row.
 * The second set closes the loop and is hidden from screen readers and the keyboard.
 */
export function GalleryPictures() {
  const { isPaused } = useMotionPause()
  const frame = useRef<HTMLElement>(null)
  const isNear = useNearViewport(frame)
  useGalleryTravel(frame)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <section ref={frame} className="gallery__frame" aria-label="Pictures" tabIndex={0}>
      <div className={classNames('gallery__track', isNear && 'gallery__track--travels', isPaused && 'is-paused')}>
        <PictureSet />
        {isNear && <PictureSet isCopy />}
      </div>
    </section>
  )
}

function PictureSet({ isCopy = false }: { isCopy?: boolean }) {
  const { gallery } = useSiteData()
  return (
    <ul className="gallery__set" aria-hidden={isCopy || undefined} inert={isCopy}>
      {gallery.length > 0
        ? gallery.map((photo) => <Photo key={photo.webp} photo={photo} isCopy={isCopy} />)
        : plates.map((plate) => <PlateFigure key={plate.number} plate={plate} isCopy={isCopy} />)}
    </ul>
  )
}

/** Photos replace the plates, without their grain. */
function Photo({ photo, isCopy }: { photo: SiteDataOnTheWire['gallery'][number]; isCopy: boolean }) {
  const { avif, webp, alt, width, height } = photo
  return (
    <li>
      <figure className="plate">
        <picture className="plate__mat">
          <source srcSet={avif} type="image/avif" />
          <img src={webp} alt={isCopy ? '' : alt} width={width} height={height} loading="lazy" draggable={false} />
        </picture>
        {alt && <figcaption aria-hidden>{alt}</figcaption>}
      </figure>
    </li>
  )
}

function PlateFigure({ plate, isCopy }: { plate: Plate; isCopy: boolean }) {
  const { src, title, alt, number, isTall = false } = plate
  return (
    <li>
      <figure className="plate">
        <div className="plate__mat grain">
          <img
            src={src}
            alt={isCopy ? '' : alt}
            width={isTall ? 900 : 1200}
            height={isTall ? 1200 : 900}
            loading="lazy"
            draggable={false}
          />
        </div>
        <figcaption>
          <span>{title}</span>
          <span className="num">{number}</span>
        </figcaption>
      </figure>
    </li>
  )
}

/** All plates of the gallery in order, from the files `assets/plates/plate-NN-….svg`. */
const addresses = Object.entries(
  import.meta.glob<string>('../../assets/plates/plate-*.svg', { eager: true, query: '?url', import: 'default' }),
)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([, address]) => address)

interface Plate extends Caption {
  src: string
  /** `01/29` */
  number: string
}

const plates: readonly Plate[] = captions.map((caption, index) => ({
  ...caption,
  src: addresses[index]!,
  number: `${String(index + 1).padStart(2, '0')}/${captions.length}`,
}))
