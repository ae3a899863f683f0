import { useSiteData } from '../../prerender/site-data.ts'

/** The guide as a person; nothing until the owner has named one. */
export function TheGuide() {
  const { guideName, guidePhoto, guideLicense, guideAbout } = useSiteData().business
  if (!guideName) return null
  return (
    <section className={guidePhoto ? 'guide guide--face' : 'guide'}>
      {guidePhoto && (
        <div className="guide__p">
          <img src={guidePhoto} alt={guideName} />
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
