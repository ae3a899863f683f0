import type { BusinessWords } from './business-words.ts'
import { CALLED_OFF } from './wording.ts'

interface Question {
  id: string
  question: string
  /** `{move-days}` stands for the text about the business of that name, `{sharing}` for the rule of the boat. */
  answer?: string
  /** Something the owner has set, appended to the answer. */
  fact?: keyof BusinessWords
  /** What it is about, where it is folded away. */
  topic?: string
}

/** What people ask before they pack. One without an answer of its own is asked only if the owner has set one (docs/rules.md §14.7). */
export const questions: readonly Question[] = [
  {
    id: 'location',
    question: 'Where are you located?',
    answer: 'In Arcadia, FL, in Peace River country. The map shows drive times from five airports.',
    fact: 'meeting',
  },
  {
    id: 'tackle',
    question: 'Is tackle included?',
    answer: 'Yes. All gear and tackle is included, conventional or fly, and your guide rigs it for you.',
  },
  {
    id: 'airport',
    question: 'Which airport should I fly into?',
    answer:
      'Punta Gorda is the closest, about 30 minutes by car. Fort Myers, Sarasota/Bradenton, Lakeland, and St. Petersburg are 1 to 1.5 hours away.',
  },
  {
    id: 'lodging',
    question: 'Where should we stay?',
    answer: 'We recommend a resort in Punta Gorda, close to the nearest airport. Ask us which one when you book.',
  },
  {
    id: 'hours',
    question: 'What time does the day start and end?',
    answer: 'Trips run from {hours}. {lunch}',
    fact: 'done',
  },
  {
    id: 'group',
    question: 'How many people can fish at once?',
    answer: "Up to four anglers in a group. {sharing} Bigger group? Send us an enquiry and we'll work it out.",
  },
  {
    id: 'rider',
    question: "Can I bring someone who isn't fishing?",
    answer: 'Yes. A non-fishing guest is welcome for a $150.00 admission fee, lunch and drinks included.',
  },
  {
    id: 'change',
    question: 'What if I have to change my date?',
    answer: `Your deposit may be used to reschedule, up to {move-days} before your trip. After that, the date can't be changed. The deposit isn't refundable, and there are no refunds for unused services, early or unforeseen departures, or guest cancellation. ${CALLED_OFF}`,
  },
  { id: 'bring', question: 'What should we bring?', fact: 'bring', topic: 'what to bring' },
  { id: 'fishing-license', question: 'Do I need a fishing license?', fact: 'fishing-license', topic: 'license' },
  { id: 'fish', question: 'Which fish will we catch?', fact: 'fish', topic: 'fish' },
  { id: 'keep-fish', question: 'Do we keep the fish?', fact: 'keep-fish' },
  { id: 'children', question: 'How young can kids be?', fact: 'children', topic: 'kids' },
  { id: 'weather', question: 'What if the weather is bad?', fact: 'weather', topic: 'weather' },
  { id: 'bathroom', question: 'Is there a bathroom?', fact: 'bathroom', topic: 'bathroom' },
  { id: 'tipping', question: 'Do we tip the guide?', fact: 'tipping', topic: 'tipping' },
  { id: 'balance', question: 'When is the balance due?', fact: 'balance', topic: 'balance' },
  { id: 'license', question: 'Are you licensed and insured?', fact: 'license', topic: 'insurance' },
  { id: 'answer', question: 'How soon do you answer?', fact: 'answer' },
]

type Texts = Partial<Record<string, string>>

/** The questions that are asked, each with its whole answer, in the texts that pages are filled with. */
export const answered = (texts: Texts): { question: string; answer: string }[] =>
  questions
    .map(({ question, answer, fact }) => ({
      question,
      answer: [answer?.replace(/\{([\w-]+)\}/g, (_, name) => texts[name] ?? ''), fact && texts[fact]]
        .filter(Boolean)
        .join(' '),
    }))
    .filter(({ answer }) => answer)
