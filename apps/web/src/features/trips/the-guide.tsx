import { useState } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'

/** The guide as a person; nothing until the owner has named one. */
export function TheGuide() {
  const { guideName, guidePhoto, guideLicense, guideAbout } = useSiteData().business
  const [isLost, setLost] = useState(false)
  if (!guideName) return null
  const face = !isLost && guidePhoto
  return (
    <section className={face ? 'guide guide--face' : 'guide'}>
      {face && (
        <div className="guide__p">
          <img src={face} alt={guideName} onError={() => setLost(true)} />
        </div>
      )}
      <div className="min-w-0">
        <p className="muted">Your guide</p>
        <h2 className="display wrap-anywhere">{guideName}</h2>
        {guideLicense && <p className="guide__license">{guideLicense}</p>}
        {guideAbout && <p className="muted whitespace-pre-line wrap-anywhere">{guideAbout}</p>}
      </div>
    </section>
  )
}
