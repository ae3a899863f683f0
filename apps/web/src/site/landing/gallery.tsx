import { Pause, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { useMotionPause } from './use-motion-pause.ts'
import { onceNear } from './use-near-viewport.ts'

/** The pictures are in the page from the start; what moves them is loaded when they are about to be seen. */
const LazyPictures = lazy(async () => {
  // Where the page is being prerendered, or came without them, there is nothing to wait for.
  const frame = typeof document === 'undefined' ? null : document.querySelector('.gallery__frame')
  if (frame) await new Promise<void>((resolve) => onceNear(frame, resolve))
  // What cannot be fetched never comes: the pictures stay as they are, a row to scroll.
  const { GalleryPictures } = await import('./gallery-pictures.tsx').catch(() => new Promise<never>(() => {}))
  return { default: GalleryPictures }
})

/** Made once: drawn again before their script is there, the pictures would be gone until then. */
const pictures = (
  <Suspense>
    <LazyPictures />
  </Suspense>
)

export function Gallery() {
  const { isPaused, setPaused } = useMotionPause()
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
      {pictures}
      <div className="wrap">
        <StatTiles />
      </div>
    </section>
  )
}

function StatTiles() {
  return (
    <ul className="stats">
      <li>
        <b>
          250<small>+</small>
        </b>
        <span>Pound Fish</span>
      </li>
      <li>
        <b>
          100<small>%</small>
        </b>
        <span>Success Rate</span>
      </li>
      <li>
        <b aria-hidden="true">
          5<small>★</small>
        </b>
        <span>5-star Rating</span>
      </li>
    </ul>
  )
}
