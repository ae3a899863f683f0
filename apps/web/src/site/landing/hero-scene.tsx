import { Pause, Play } from 'lucide-react'
import tallBack from '../../assets/hero/hero-tall-back.svg'
import tallFish from '../../assets/hero/hero-tall-fish.svg'
import tallFront from '../../assets/hero/hero-tall-front.svg'
import tallMist from '../../assets/hero/hero-tall-mist.svg'
import wideBack from '../../assets/hero/hero-wide-back.svg'
import wideFish from '../../assets/hero/hero-wide-fish.svg'
import wideFront from '../../assets/hero/hero-wide-front.svg'
import wideMist from '../../assets/hero/hero-wide-mist.svg'
import { useHydrated } from '../../prerender/hydration.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useMotionPause } from './use-motion-pause.ts'

/** When the picture is above the text; same as in `hero.css`. */
const STACKED = '(max-width: 67.5em) and (max-aspect-ratio: 5/4)'

/**
 * The morning behind the text, in layers: drifting mist and a breathing fish, moved by CSS alone. The text comes first.
 */
export function HeroScene() {
  const { isPaused, setPaused } = useMotionPause()
  const state = classNames(useHydrated() && 'is-awake', isPaused && 'is-paused')
  return (
    <>
      <div className="hero__scene">
        <Layer wide={wideBack} tall={tallBack} />
        <Layer wide={wideMist} tall={tallMist} className={classNames('hero__mist', state)} />
        <Layer wide={wideFront} tall={tallFront} />
        <Layer wide={wideFish} tall={tallFish} className={classNames('hero__fish', state)} />
      </div>
      <IconButton
        icon={isPaused ? Play : Pause}
        label={isPaused ? 'Play motion' : 'Pause motion'}
        className="hero__pause"
        onClick={() => setPaused(!isPaused)}
      />
    </>
  )
}

function Layer({ wide, tall, className }: { wide: string; tall: string; className?: string }) {
  return (
    <picture className={className}>
      <source media={STACKED} srcSet={tall} />
      <img src={wide} alt="" width={2400} height={1350} fetchPriority="low" />
    </picture>
  )
}
