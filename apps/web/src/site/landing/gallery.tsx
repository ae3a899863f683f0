import { ratingInWords } from '@arcadia/contract/site/wording'
import { Pause, Play } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { ServerText } from '../server-text.tsx'
import { hydratedNear } from './hydrated-near.tsx'
import { useMotionPause } from './use-motion-pause.ts'

const pictures = hydratedNear('.gallery__frame', async () => (await import('./gallery-pictures.tsx')).GalleryPictures)

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
        <Rating />
      </li>
    </ul>
  )
}

/** What the reviews say together; empty without any. */
function Rating() {
  const { rating } = useSiteData()
  return (
    <p className="stats__rating">
      <a href="#reviews">
        <ServerText name="rating">{rating ? ratingInWords(rating) : ''}</ServerText>
      </a>
    </p>
  )
}
