import { type RefObject, useEffect } from 'react'

/** A press becomes a swipe beyond this distance; below it may still be a tap. */
const SWIPE_STARTS_PX = 6
/** How fast a released swipe comes to rest. */
const GLIDE_MS = 325
/** Slower than this counts as stopped, in px per millisecond. */
const STILL = 0.02
/** Caps a throw at about two plates. */
const MAX_SPEED = 2.5
/** The starting speed of an arrow key's glide, about one plate. */
const KEY_SPEED = 1.3

/**
 * Lets swipes, arrow keys and sideways wheels seek the running animation. Without the animation, the frame simply
 * scrolls and this does nothing.
 */
export function useGalleryTravel(frameRef: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const hand = takeInHand(frame)
    const listening = new AbortController()
    const listen = { signal: listening.signal }
    frame.addEventListener('pointerdown', hand.press, listen)
    frame.addEventListener('pointermove', hand.drag, listen)
    frame.addEventListener('pointerup', hand.release, listen)
    frame.addEventListener('pointercancel', hand.release, listen)
    frame.addEventListener('keydown', hand.pressKey, listen)
    frame.addEventListener('dragstart', (event) => event.preventDefault(), listen)
    frame.addEventListener('wheel', hand.wheel, { ...listen, passive: false })
    return () => {
      listening.abort()
      hand.stop()
    }
  }, [frameRef])
}

function takeInHand(frame: HTMLElement) {
  const track = frame.firstElementChild!
  let pressedAt: number | undefined
  let isSwiping = false
  let last = { x: 0, time: 0 }
  let speed = 0
  let glide = 0

  const travel = () => track.getAnimations().find(({ effect }) => effect?.getComputedTiming().iterations === Infinity)

  /** Moves the plates by `px`; right seeks backward. */
  function shift(px: number) {
    const animation = travel()
    const round = Number(animation?.effect?.getComputedTiming().duration)
    if (!animation || !round) return
    const time = Number(animation.currentTime) - (px / (track.scrollWidth / 2)) * round
    animation.currentTime = ((time % round) + round) % round
  }

  function stop() {
    cancelAnimationFrame(glide)
    frame.classList.remove('is-held')
  }

  /** Glides from `speed` to rest. */
  function letGlide(time: number) {
    last.time = time
    glide = requestAnimationFrame(function step(now) {
      const passed = now - last.time
      last.time = now
      shift(speed * passed)
      speed *= Math.exp(-passed / GLIDE_MS)
      if (Math.abs(speed) > STILL) glide = requestAnimationFrame(step)
      else stop()
    })
  }

  return {
    stop,
    press(event: PointerEvent) {
      if (event.button !== 0 || !travel()) return
      stop()
      pressedAt = event.clientX
      last = { x: event.clientX, time: event.timeStamp }
      speed = 0
    },
    drag(event: PointerEvent) {
      if (pressedAt === undefined) return
      if (!isSwiping) {
        if (Math.abs(event.clientX - pressedAt) < SWIPE_STARTS_PX) return
        isSwiping = true
        frame.classList.add('is-held')
        frame.setPointerCapture(event.pointerId)
      }
      const moved = event.clientX - last.x
      const thrown = moved / Math.max(1, event.timeStamp - last.time)
      speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, thrown))
      last = { x: event.clientX, time: event.timeStamp }
      shift(moved)
    },
    release(event: PointerEvent) {
      const wasSwiping = isSwiping
      pressedAt = undefined
      isSwiping = false
      if (wasSwiping) letGlide(event.timeStamp)
    },
    pressKey(event: KeyboardEvent) {
      const direction = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
      if (!direction || !travel()) return
      event.preventDefault()
      stop()
      speed = direction * KEY_SPEED
      letGlide(performance.now())
    },
    wheel(event: WheelEvent) {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY) || !travel()) return
      event.preventDefault()
      stop()
      shift(-event.deltaX)
    },
  }
}
