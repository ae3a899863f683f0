import type { SiteDataOnTheWire } from '@arcadia/contract/site/site-data'
import { GALLERY_PICTURES } from '@arcadia/contract/site/wording'
import { formatMonth } from '@arcadia/contract/trip-date'
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
      {gallery.map((photo) => (
        <Photo key={photo.src} photo={photo} isCopy={isCopy} />
      ))}
      {plates.slice(0, GALLERY_PICTURES - gallery.length).map((plate, index) => (
        <PlateFigure key={plate.src} plate={plate} nth={gallery.length + index + 1} isCopy={isCopy} />
      ))}
    </ul>
  )
}

/** A photograph, without the grain of the drawings. */
function Photo({ photo, isCopy }: { photo: SiteDataOnTheWire['gallery'][number]; isCopy: boolean }) {
  const { src, caption, takenOn, width, height } = photo
  return (
    <li>
      <figure className="plate">
        <div className="plate__mat">
          <img src={src} alt={isCopy ? '' : caption} width={width} height={height} loading="lazy" />
        </div>
        <figcaption>
          <span aria-hidden>{caption}</span>
          {takenOn && <span className="num">{formatMonth(takenOn)}</span>}
        </figcaption>
      </figure>
    </li>
  )
}

function PlateFigure({ plate, nth, isCopy }: { plate: Plate; nth: number; isCopy: boolean }) {
  const { src, title, alt, isTall = false } = plate
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
          />
        </div>
        <figcaption>
          <span>{title}</span>
          <span className="num">{`${String(nth).padStart(2, '0')}/${GALLERY_PICTURES}`}</span>
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
}

const plates: readonly Plate[] = captions.map((caption, index) => ({ ...caption, src: addresses[index]! }))
