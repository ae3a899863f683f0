import type { ReactNode } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import legalStyles from '../../styles/legal.css?url'

export interface LegalSection {
  /** The anchor the table of contents links to. */
  id: string
  title: string
  text: ReactNode
}

interface LegalPageProps {
  title: string
  description: string
  lead: string
  sections: readonly LegalSection[]
}

export function LegalPage({ title, description, lead, sections }: LegalPageProps) {
  const { business } = useSiteData()
  return (
    <main className="wrap legal">
      <title>{`${title} · ${business.name}`}</title>
      <meta name="description" content={description} />
      <link rel="stylesheet" href={legalStyles} />
      <div className="legal__head">
        <h1 className="display h2">{title}</h1>
        <nav aria-label="On this page">
          <details>
            <summary>On this page</summary>
            {sections.map((section) => (
              <a key={section.id} href={`#${section.id}`}>
                {section.title}
              </a>
            ))}
          </details>
        </nav>
      </div>
      <div className="legal__text">
        <p className="lead">{lead}</p>
        {sections.map((section) => (
          <section key={section.id} id={section.id}>
            <h2 className="display h3">{section.title}</h2>
            {section.text}
          </section>
        ))}
      </div>
    </main>
  )
}
