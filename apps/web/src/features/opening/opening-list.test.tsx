import {
  cleanUpTestBooking,
  getOpening,
  type Opening,
  type OpeningLine,
  sayOpening,
  takeBackOpening,
} from '@arcadia/contract/admin/opening'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerWith, showToAdmin } from '../../testing/show.tsx'
import { OpeningList } from './opening-list.tsx'

const BOOKED: OpeningLine = {
  step: 'TEST_BOOKING',
  title: 'A test booking',
  says: 'You booked Mon, May 17. Read the confirmation.',
  problems: [],
  isSeen: false,
  isEssential: false,
  action: { does: 'CLEAN_UP', label: 'Clean up', asks: null },
  at: null,
}
const putAwayPath = `PUT ${sayOpening.path.replace(':step', 'PUT_AWAY')}`
const takeBackPath = `DELETE ${takeBackOpening.path.replace(':step', 'PRICES')}`
const cleanUpPath = `DELETE ${cleanUpTestBooking.path}`

function showOpened(lines: Opening['lines'], { isOpen = true } = {}) {
  const opened: Opening = { isOpen, isOver: false, opensOn: '2027-04-07', says: 'You opened today.', lines }
  const answer = (after: Partial<Opening>) => () => Response.json({ ...opened, ...after })
  const asked = answerWith({
    [`GET ${getOpening.path}`]: answer({}),
    [takeBackPath]: answer({ lines: [] }),
    [cleanUpPath]: answer({ lines: [] }),
    [putAwayPath]: answer({ isOver: true }),
  })
  showToAdmin(<OpeningList />)
  return asked.filter.bind(asked, (request: string) => !request.startsWith('GET'))
}

test('putting the list away names a test that is still booked, and cleans it up first', async () => {
  const written = showOpened([BOOKED])
  await userEvent.click(await screen.findByRole('button', { name: 'Put this list away' }))
  const question = await screen.findByRole('dialog', { name: 'Your test is still booked' })
  within(question).getByText(/^You booked Mon, May 17\./)
  expect(written()).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Clean up and put away' }))
  await waitFor(() => expect(written()).toEqual([cleanUpPath, putAwayPath]))
})

test('what is wrong with the server is listed, to be copied for whoever installed the site', async () => {
  const problems = ['No backup yet. Run npm run backup once a day.', 'SMTP_ULR: there is no such setting.']
  showOpened([{ ...BOOKED, step: 'SERVER', title: 'The server', action: null, problems }])
  const listed = within((await screen.findByText(problems[0]!)).closest('ul')!)
  expect(listed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(problems)
})

test('without a test the list goes away at once', async () => {
  const written = showOpened([])
  await userEvent.click(await screen.findByRole('button', { name: 'Put this list away' }))
  await waitFor(() => expect(written()).toEqual([putAwayPath]))
})

test('what an owner said can be taken back', async () => {
  const action = { does: 'TAKE_BACK', label: 'Take back', asks: null } as const
  const said: OpeningLine = { ...BOOKED, step: 'PRICES', title: 'Your prices', isSeen: true, action }
  const written = showOpened([said], { isOpen: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Your prices: Take back' }))
  await waitFor(() => expect(written()).toEqual([takeBackPath]))
})
