import type { PackageType } from '@arcadia/contract/configuration'
import type { COUNTRIES } from '@arcadia/contract/enquiries'
import type { Tackle } from '@arcadia/contract/riders'

/** What the demo's owner says about the business. Numbers with 555-01 and addresses under .example lead to nobody. */
export const FACTS = {
  phone: '(863) 555-0142',
  email: 'hello@arcadiatrophyfishing.example',
  instagram: 'arcadiatrophyfishing',
  guideName: 'Capt. Ray Wells',
  guideLicense: 'USCG licensed captain',
  guideAbout: 'Fished this river before he could spell it. Talks little before the first fish, and not much after.',
  whatToBring: 'A hat, sunglasses, sunscreen, and shoes that can get wet. We have the rest.',
  answerTime: 'the same evening',
  fishingLicense: 'No. Ours covers everyone on the boat.',
  fish: 'Arapaima, alligator gar, and redtail catfish. Which one comes up is up to the river.',
  keepFish: 'No. Every fish goes back, after a photo.',
  children: 'Eight and up. Anyone under 18 comes with a parent or guardian.',
  weather: 'We fish through a light rain. If there is lightning or high water, we call it off.',
  bathroom: 'At the landing. There is none on the boat.',
  tipping: 'Most guests tip 15 to 20 percent, in cash or by card. It all goes to your guide.',
}

/** The demo's made-up people, what they book and what they write; no text is used twice. */

export interface Person {
  firstName: string
  lastName: string
  /** One of the provider's test cards. */
  card: string
}

const VISA = '4111111111111111'
const OTHER_VISA = '4012888888881881'
const MASTERCARD = '5555555555554444'
const DISCOVER = '6011000995500000'

const person = (firstName: string, lastName: string, card: string): Person => ({ firstName, lastName, card })

export const PEOPLE = {
  james: person('James', 'Whitfield', VISA),
  maria: person('Maria', 'Delgado', MASTERCARD),
  robert: person('Robert', 'Kessler', OTHER_VISA),
  linda: person('Linda', 'Okafor', VISA),
  daniel: person('Daniel', 'Reyes', DISCOVER),
  susan: person('Susan', 'Lindqvist', VISA),
  marcus: person('Marcus', 'Hale', MASTERCARD),
  karen: person('Karen', 'Bianchi', OTHER_VISA),
  thomas: person('Thomas', 'Abernathy', VISA),
  priya: person('Priya', 'Raman', MASTERCARD),
  luis: person('Luis', 'Carmona', VISA),
  megan: person('Megan', 'Tully', DISCOVER),
  walter: person('Walter', 'Nguyen', VISA),
  denise: person('Denise', 'Fontaine', MASTERCARD),
  hank: person('Hank', 'Sorensen', OTHER_VISA),
  olivia: person('Olivia', 'Price', VISA),
  raymond: person('Raymond', 'Castillo', VISA),
  beth: person('Beth', 'Hargrove', MASTERCARD),
  kenji: person('Kenji', 'Mori', VISA),
  gloria: person('Gloria', 'Stanton', OTHER_VISA),
  peter: person('Peter', 'Vance', MASTERCARD),
  nora: person('Nora', 'Beckett', VISA),
  curtis: person('Curtis', 'Lang', DISCOVER),
  elena: person('Elena', 'Petrov', VISA),
} satisfies Record<string, Person>

export type Name = keyof typeof PEOPLE

export interface Trip {
  who: Name
  season: 'last' | 'next'
  /** How far into the season, from 0 to 1. */
  day: number
  guests: number
  /** Buys the empty spots too. */
  isPrivate?: true
  riders?: number
  tackle?: Tackle
  package: PackageType
  /** Days between booking and trip; trips too far in the future are booked earlier. */
  lead: number
  /** How the balance is paid; unset if still due. */
  balance?: 'card' | 'CASH' | 'CHECK'
  /** Booked by phone: the deposit came by check, or hasn't come yet. */
  phone?: 'deposit by check' | 'nothing paid'
  /** The first card is declined. */
  isDeclinedFirst?: true
  /** Moved to this point of the season a few days after booking. */
  movesTo?: number
  cancels?: 'customer' | 'owner, with refund'
  /** A partial refund by the owner after the trip, in cents. */
  givenBack?: { cents: number; why: string }
  asksRefund?: { text: string; answer?: string }
  asks?: { text: string; answer?: string; isTakenUp?: true }
  review?: { stars: number; text: string; becomes?: 'PUBLISHED' | 'HIDDEN' }
  note?: string
}

export const TRIPS: Trip[] = [
  {
    who: 'james',
    season: 'last',
    day: 0.02,
    guests: 2,
    package: 'TROPHY',
    lead: 40,
    balance: 'card',
    asks: {
      text: 'Can we bring our own fly rods, or is it easier to use yours?',
      answer: 'Bring them if you like. We have 10- to 12-weights rigged and ready either way.',
    },
    review: {
      stars: 5,
      text: 'Two arapaima before ten and a lunch we still talk about. Worth every mile from Ohio.',
      becomes: 'PUBLISHED',
    },
  },
  { who: 'maria', season: 'last', day: 0.08, guests: 3, package: 'STANDARD', lead: 25, balance: 'CASH' },
  {
    who: 'robert',
    season: 'last',
    day: 0.13,
    guests: 1,
    package: 'TROPHY',
    lead: 55,
    balance: 'card',
    review: {
      stars: 4,
      text: 'Hot by eleven, so take the hat they tell you to take. The fish did not mind at all.',
      becomes: 'PUBLISHED',
    },
  },
  { who: 'linda', season: 'last', day: 0.18, guests: 2, package: 'TROPHY', lead: 30, cancels: 'customer' },
  {
    who: 'daniel',
    season: 'last',
    day: 0.18,
    guests: 2,
    package: 'STANDARD',
    lead: 16,
    balance: 'CASH',
    asks: {
      text: 'My brother-in-law does not fish. Can he come along on the boat?',
      answer: 'Sure. A rider is $150, and lunch and drinks are included.',
    },
  },
  {
    who: 'susan',
    season: 'last',
    day: 0.26,
    guests: 4,
    package: 'TROPHY',
    lead: 62,
    balance: 'CHECK',
    review: {
      stars: 5,
      text: 'Four of us, three generations. Our guide found a spot in the shade for my dad and a fish for everyone.',
      becomes: 'PUBLISHED',
    },
    note: 'Her father fishes sitting down. Bring the low chair.',
  },
  { who: 'marcus', season: 'last', day: 0.33, guests: 1, package: 'STANDARD', lead: 12, balance: 'card' },
  {
    who: 'karen',
    season: 'last',
    day: 0.39,
    guests: 2,
    package: 'TROPHY',
    lead: 33,
    movesTo: 0.47,
    balance: 'card',
    review: {
      stars: 5,
      text: 'We had to change our date and it took a minute. Then the gar of a lifetime.',
      becomes: 'PUBLISHED',
    },
  },
  {
    who: 'thomas',
    season: 'last',
    day: 0.44,
    guests: 2,
    package: 'STANDARD',
    lead: 20,
    balance: 'card',
    givenBack: { cents: 150_00, why: 'Lightning ended the morning early.' },
    asks: {
      text: 'What happens if there is a thunderstorm in the morning?',
      answer: 'We wait it out ashore, and if it stays we call you before seven and find you another day.',
    },
  },
  {
    who: 'priya',
    season: 'last',
    day: 0.52,
    guests: 2,
    package: 'TROPHY',
    lead: 45,
    isDeclinedFirst: true,
    balance: 'CASH',
  },
  {
    who: 'luis',
    season: 'last',
    day: 0.58,
    guests: 1,
    package: 'TROPHY',
    lead: 18,
    balance: 'card',
    review: { stars: 3, text: 'Lost two, landed none. I will be back to settle that.', becomes: 'PUBLISHED' },
  },
  {
    who: 'megan',
    season: 'last',
    day: 0.63,
    guests: 2,
    package: 'STANDARD',
    lead: 28,
    cancels: 'customer',
    asksRefund: {
      text: 'I broke my wrist on Monday and cannot hold a rod. Is there any way to get the deposit back?',
      answer: 'We are sorry about the wrist. The deposit stays good for another date this season or next.',
    },
  },
  {
    who: 'walter',
    season: 'last',
    day: 0.68,
    guests: 3,
    package: 'TROPHY',
    lead: 50,
    phone: 'deposit by check',
    balance: 'CASH',
  },
  { who: 'denise', season: 'last', day: 0.74, guests: 2, package: 'TROPHY', lead: 24, cancels: 'owner, with refund' },
  {
    who: 'hank',
    season: 'last',
    day: 0.79,
    guests: 2,
    package: 'STANDARD',
    lead: 9,
    balance: 'card',
    review: { stars: 2, text: 'Call me about the other boat on our spot. Not for the website.', becomes: 'HIDDEN' },
  },
  { who: 'olivia', season: 'last', day: 0.86, guests: 4, package: 'TROPHY', lead: 66, balance: 'card' },
  { who: 'raymond', season: 'last', day: 0.92, guests: 1, package: 'TROPHY', lead: 21 },
  {
    who: 'beth',
    season: 'last',
    day: 0.98,
    guests: 2,
    package: 'STANDARD',
    lead: 14,
    balance: 'CASH',
    review: { stars: 5, text: 'My son held a fish longer than he is tall. He has told everyone in his school.' },
  },

  {
    who: 'james',
    season: 'next',
    day: 0.03,
    guests: 2,
    riders: 1,
    tackle: 'FLY',
    package: 'TROPHY',
    lead: 90,
    balance: 'card',
    asks: { text: 'Same guide as last year, if we may?', answer: 'He already asked for you. See you in spring!' },
  },
  { who: 'kenji', season: 'next', day: 0.09, guests: 4, package: 'TROPHY', lead: 110 },
  {
    who: 'susan',
    season: 'next',
    day: 0.16,
    guests: 3,
    isPrivate: true,
    tackle: 'CONVENTIONAL',
    package: 'TROPHY',
    lead: 95,
    note: 'Wants the same lunch as last time: the grilled grouper.',
  },
  {
    who: 'gloria',
    season: 'next',
    day: 0.22,
    guests: 2,
    package: 'STANDARD',
    lead: 70,
    asksRefund: { text: 'My daughter moved her wedding to that very day. Could you refund us?' },
  },
  { who: 'peter', season: 'next', day: 0.29, guests: 1, package: 'TROPHY', lead: 60, isDeclinedFirst: true },
  { who: 'nora', season: 'next', day: 0.29, guests: 2, riders: 2, tackle: 'CONVENTIONAL', package: 'TROPHY', lead: 52 },
  { who: 'curtis', season: 'next', day: 0.37, guests: 2, package: 'STANDARD', lead: 80, movesTo: 0.41 },
  { who: 'elena', season: 'next', day: 0.46, guests: 2, package: 'TROPHY', lead: 64, cancels: 'owner, with refund' },
  {
    who: 'luis',
    season: 'next',
    day: 0.51,
    guests: 1,
    package: 'TROPHY',
    lead: 75,
    asks: { text: 'Which lures did the big one fall for last summer? I am tying some this winter.', isTakenUp: true },
  },
  { who: 'maria', season: 'next', day: 0.57, guests: 4, package: 'STANDARD', lead: 58, balance: 'CHECK' },
  { who: 'robert', season: 'next', day: 0.64, guests: 1, package: 'TROPHY', lead: 85, cancels: 'customer' },
  { who: 'walter', season: 'next', day: 0.71, guests: 3, package: 'TROPHY', lead: 66, phone: 'nothing paid' },
  {
    who: 'karen',
    season: 'next',
    day: 0.78,
    guests: 2,
    package: 'TROPHY',
    lead: 77,
    asks: { text: 'We land in Punta Gorda at nine the night before. Is there a place to eat that is still open?' },
  },
  { who: 'beth', season: 'next', day: 0.9, guests: 3, package: 'TROPHY', lead: 61 },
]

/** Waitlist entries for full days of next season, named by another person's trip. */
export const WAITING: { who: Name; forDayOf: Name; guests: number }[] = [
  { who: 'olivia', forDayOf: 'kenji', guests: 2 },
  { who: 'thomas', forDayOf: 'maria', guests: 1 },
]

export interface Enquiry {
  firstName: string
  lastName: string
  country: (typeof COUNTRIES)[number][0]
  text: string
  daysAgo: number
  becomes?: 'IN_PROGRESS' | 'RESPONDED' | 'CLOSED' | 'SPAM'
  notes?: string
}

export const ENQUIRIES: Enquiry[] = [
  {
    firstName: 'Arthur',
    lastName: 'Pell',
    country: 'UK',
    text: 'Is the first week of June quiet? There would be four of us, flying in from Manchester.',
    daysAgo: 96,
    becomes: 'CLOSED',
    notes: 'Sent the June dates. Decided on Portugal.',
  },
  {
    firstName: 'Colleen',
    lastName: 'Marsh',
    country: 'US',
    text: 'My father turns seventy in July and has a bad knee. Can he fish from a chair?',
    daysAgo: 81,
    becomes: 'RESPONDED',
    notes: 'Yes, and told her about the low chair.',
  },
  {
    firstName: 'Dieter',
    lastName: 'Brandt',
    country: 'DE',
    text: 'We are six friends from Hamburg. Could we split up over two mornings in a row?',
    daysAgo: 64,
    becomes: 'RESPONDED',
    notes: 'Offered a Monday and a Tuesday.',
  },
  {
    firstName: 'Yvonne',
    lastName: 'Tremblay',
    country: 'CA',
    text: 'Do you sell gift certificates? It would be for my husband.',
    daysAgo: 50,
    becomes: 'CLOSED',
    notes: 'Booked by phone instead.',
  },
  {
    firstName: 'Best',
    lastName: 'Rankings',
    country: 'Other',
    text: 'Dear sir, your website is not on page one! We guarantee 10,000 visitors a day for only $99. Reply NOW.',
    daysAgo: 41,
    becomes: 'SPAM',
  },
  {
    firstName: 'Sofia',
    lastName: 'Alvarez',
    country: 'ES',
    text: 'Which airport do you recommend coming from Madrid, Miami or Tampa?',
    daysAgo: 33,
    becomes: 'RESPONDED',
    notes: 'Tampa, then the rental car.',
  },
  {
    firstName: 'Glenn',
    lastName: 'Sutter',
    country: 'US',
    text: 'What is the largest fish anyone landed this year? Asking for a bet.',
    daysAgo: 19,
    becomes: 'CLOSED',
  },
  {
    firstName: 'Rachel',
    lastName: 'Dunmore',
    country: 'US',
    text: 'Can you take our office out, nine people, on one day?',
    daysAgo: 9,
    becomes: 'IN_PROGRESS',
    notes: 'Nine is three mornings. Waiting for their dates.',
  },
  {
    firstName: 'Hiro',
    lastName: 'Tanabe',
    country: 'JP',
    text: 'I only fish with a fly rod. Is that fine for the trophy package?',
    daysAgo: 3,
  },
  {
    firstName: 'Trish',
    lastName: 'Colby',
    country: 'US',
    text: 'Is there cell reception out there? I am on call that week.',
    daysAgo: 0.3,
  },
]
