import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { useHydrated } from '../../hydration.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { plates } from './gallery-plates.ts'
import { StatTiles } from './stat-tiles.tsx'
import { useGalleryTravel } from './use-gallery-travel.ts'
import { useMotionPause } from './use-motion-pause.ts'

/**
 * The plates pass by at a walking pace. The style sheet moves them; without scripts or with reduced motion they are a row
 * to scroll. The second set closes the loop: nobody but the eye should meet it.
 */
export function Gallery() {
  const isHydrated = useHydrated()
  const { isPaused, setPaused } = useMotionPause()
  const frame = useRef<HTMLElement>(null)
  useGalleryTravel(frame)
  return (
    <section className="gallery dark" aria-labelledby="gallery-title">
      <div className="wrap gallery__bar">
        <h2 className="display h2" id="gallery-title">
          From the river
        </h2>
        <Button
          className="gallery__pause"
          icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Play gallery' : 'Pause gallery'}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys move it */}
      <section ref={frame} className="gallery__frame" aria-label="Plates" tabIndex={0}>
        <div className={classNames('gallery__track', isHydrated && 'gallery__track--travels', isPaused && 'is-paused')}>
          <PlateSet />
          {isHydrated && <PlateSet isCopy />}
        </div>
      </section>
      <div className="wrap">
        <StatTiles />
      </div>
    </section>
  )
}

function PlateSet({ isCopy = false }: { isCopy?: boolean }) {
  return (
    <ul className="gallery__set" aria-hidden={isCopy || undefined} inert={isCopy}>
      {plates.map(({ src, title, alt, number, isTall = false }) => (
        <li key={number}>
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
      ))}
    </ul>
  )
}
