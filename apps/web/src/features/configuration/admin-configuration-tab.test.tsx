import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { AdminConfigurationTab } from './admin-configuration-tab.tsx'

const CONFIG = {
  maxCapacity: 4,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  seasonStart: '2027-05-16',
  seasonEnd: '2027-09-05',
  closedDays: [0, 3],
  holdDurationMinutes: 5,
  sharing: 'OPEN',
  blackoutDates: [],
}

test.each([
  ['which trips it affects cannot be asked', broken, 'Failed to check which trips this affects'],
  ['it cannot be saved', () => Response.json([]), 'Failed to update deposit per guest'],
])(
  'where %s, that stands beside the button, with what to do, and what was typed stays',
  async (_, stranded, failed) => {
    answerWith({
      'GET /api/bookings/config': () => Response.json(CONFIG),
      'POST /api/bookings/config/stranded': stranded,
    })
    showToAdmin(<AdminConfigurationTab />)
    const deposit = await screen.findByLabelText<HTMLInputElement>(/Deposit per guest/)
    fireEvent.change(deposit, { target: { value: '375' } })
    const save = screen.getByRole('button', { name: 'Update Configuration' })
    fireEvent.click(save)

    const said = (await screen.findByText(`${failed}. Please try again in a moment.`)).closest('[role=alert]')!
    expect(said.parentElement).toBe(save.parentElement)
    expect(said.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(deposit.value).toBe('375')
  },
)
