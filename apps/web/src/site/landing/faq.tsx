import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AirportMap } from './airport-map.tsx'
import { questions } from './faq-questions.ts'

/** One answer is open at most, and none at the start. Without scripts all of them stand there. */
export function Faq() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="faq" id="faq" aria-labelledby="faq-title">
      <div className="wrap faq__grid">
        <div>
          <h2 className="display h2" id="faq-title">
            Before you pack
          </h2>
          <AirportMap />
        </div>
        <ul className="accordion">
          {questions.map(({ id, question, answer }) => {
            const isOpen = open === id
            return (
              <li key={id}>
                <h3>
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-controls={`faq-${id}-answer`}
                    onClick={() => setOpen(isOpen ? null : id)}
                  >
                    {question}
                    <Plus className="icon" aria-hidden />
                  </button>
                </h3>
                <div id={`faq-${id}-answer`} className="accordion__panel">
                  <p>{answer}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
