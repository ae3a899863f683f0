import { LUNCH, RESCHEDULE_DAYS } from '@arcadia/contract/wording'

interface Question {
  id: string
  question: string
  answer: string
}

/** What people ask before they pack; the facts are those of the specification. */
export const questions: readonly Question[] = [
  {
    id: 'location',
    question: 'Where are you located?',
    answer: 'In Arcadia, FL, in Peace River country. The map shows the way from each airport.',
  },
  {
    id: 'tackle',
    question: 'Is tackle included?',
    answer: 'Yes. All gear and tackle is included, conventional or fly, and the guide rigs it for you.',
  },
  {
    id: 'airport',
    question: 'Which airport should I fly into?',
    answer:
      'Punta Gorda is nearest, about 30 minutes by car. Fort Myers, Sarasota/Bradenton, Lakeland and St. Petersburg are 1 to 1.5 hours away.',
  },
  {
    id: 'lodging',
    question: 'Where should we stay?',
    answer: 'We recommend a resort in Punta Gorda, the town of the nearest airport. Ask us for its name when you book.',
  },
  {
    id: 'hours',
    question: 'What time does the day start and end?',
    answer: `The day begins at 8 AM. You fish from 8:00 AM to 12:00 PM. ${LUNCH}`,
  },
  {
    id: 'group',
    question: 'How many people can fish at once?',
    answer:
      'Groups of up to four anglers, and only two non-related anglers per day. If your group is larger, send an enquiry and we work it out.',
  },
  {
    id: 'companion',
    question: 'Can someone come along without fishing?',
    answer: 'Yes. A non-fishing guest pays an admission fee of $150.00, with lunch and drinks included.',
  },
  {
    id: 'change',
    question: 'What happens if I have to change my date?',
    answer: `Your deposit may be used to reschedule, up to ${RESCHEDULE_DAYS} days before your trip. After that the date can't be changed. The deposit is not refundable, and there are no refunds for unused services, early or unforeseen departures, or cancellation by the guest.`,
  },
]
