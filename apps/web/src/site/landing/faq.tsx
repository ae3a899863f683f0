import type { BusinessWords } from '@arcadia/contract/site/business-words'
import { questions } from '@arcadia/contract/site/questions'
import { Fragment, useState } from 'react'
import map from '../../assets/airport-map.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { BusinessText } from '../business-words.tsx'
import { ServerText } from '../server-text.tsx'
import { useSiteFacts } from './use-site-facts.ts'

/** The eight specified ones. What the owner answers besides is folded away below them (docs/rules.md §6.9). */
const ALWAYS = 8

/** At most one answer is open, and none at first. Without scripts all are open. */
export function Faq() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="faq" id="faq" aria-labelledby="faq-title">
      <div className="wrap faq__grid">
        <div>
          <h2 className="display h2" id="faq-title">
            Good to know
          </h2>
          <AirportMap />
        </div>
        <ul className="accordion">
          {questions.map((item, index) => (
            <Fragment key={item.id}>
              {index === ALWAYS && <More />}
              <Item item={item} isOpen={open === item.id} onPress={() => setOpen(open === item.id ? null : item.id)} />
            </Fragment>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Shows the questions below it. */
function More() {
  const { words } = useSiteData()
  const [isOpen, setOpen] = useState(false)
  const topics = questions.flatMap(({ topic, fact }) => (topic && fact && words[fact] ? topic : []))
  return (
    <li className="accordion__more">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>
          More questions <span className="muted">{topics.join(', ')}</span>
        </span>
      </button>
    </li>
  )
}

interface ItemProps {
  item: (typeof questions)[number]
  isOpen: boolean
  onPress: () => void
}

function Item({ item: { question, answer = '', fact }, isOpen, onPress }: ItemProps) {
  return (
    <li className={answer ? undefined : 'accordion__owners'}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={onPress}>
          {question}
        </button>
      </h3>
      <div className="accordion__panel">
        <p>
          {answer.split(/[{}]/).map((part, index) => (index % 2 ? <Filled key={part} name={part} /> : part))}
          {answer && fact && ' '}
          {fact && <BusinessText name={fact} />}
        </p>
      </div>
    </li>
  )
}

/** What an answer leaves open. */
function Filled({ name }: { name: string }) {
  const { facts } = useSiteFacts()
  return name === 'sharing' ? (
    <ServerText name="sharing">{facts.sharing}</ServerText>
  ) : (
    <BusinessText name={name as keyof BusinessWords} />
  )
}

const AIRPORTS = [
  { id: 'punta-gorda', name: 'Punta Gorda', drive: 'about 30 min' },
  { id: 'fort-myers', name: 'Fort Myers', drive: '1–1.5 h' },
  { id: 'sarasota', name: 'Sarasota\u00a0/ Bradenton', drive: '1–1.5 h' },
  { id: 'lakeland', name: 'Lakeland', drive: '1–1.5 h' },
  { id: 'st-petersburg', name: 'St. Petersburg', drive: '1–1.5 h' },
]

/** The drawing has the coast, river and marks; the names are page text on top, so they stay readable. */
function AirportMap() {
  return (
    <figure className="map">
      <img src={map} alt="" width={480} height={540} loading="lazy" />
      <figcaption className="sr">Arcadia on the Peace River and how far it is by car from five airports</figcaption>
      <p className="map__arcadia display">Arcadia</p>
      <ul>
        {AIRPORTS.map(({ id, name, drive }) => (
          <li key={id} className={`map__airport map__${id}`}>
            <b>{name}</b> <span>{drive}</span>
          </li>
        ))}
      </ul>
      <p className="map__water map__gulf" aria-hidden="true">
        Gulf of Mexico
      </p>
      <p className="map__water map__river" aria-hidden="true">
        Peace River
      </p>
    </figure>
  )
}
