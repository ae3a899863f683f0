import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { accept, decline, useConsent } from './consent.ts'
import './consent-bar.css'

/** Not in anybody's way: the page can be used as if it was not there, and both answers weigh the same. */
export function ConsentBar() {
  const { choice } = useConsent()
  const bar = useRef<HTMLElement>(null)
  const isWanted = choice !== 'undecided'
  useEffect(() => {
    // Asked for from the footer: the focus comes here, and goes back with the answer.
    if (!isWanted) return
    const opener = document.activeElement
    bar.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isWanted])
  return (
    <section ref={bar} className="consent dark" aria-label="Privacy choices" tabIndex={-1}>
      <div className="wrap">
        <p>
          May we count which pages and buttons are used? Never your name.{' '}
          <Link to="/privacy#analytics">How it works</Link>
        </p>
        <div className="consent__acts">
          <Button onClick={decline}>Decline</Button>
          <Button onClick={accept}>Accept</Button>
        </div>
      </div>
    </section>
  )
}
