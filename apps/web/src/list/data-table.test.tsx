import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

interface Trip {
  id: number
  name: string
  total: string
}

const trips: Trip[] = [
  { id: 1, name: 'Ada Angler', total: '$700.00' },
  { id: 2, name: 'Bo Boatman', total: '$350.00' },
]

const columns: Column<Trip>[] = [
  { head: 'Name', cell: ({ name }) => name, sort: 'name' },
  { head: 'Total', cell: ({ total }) => total, isNumber: true, inBlock: 'labelled' },
]

function Trips({ rows }: { rows: Trip[] | undefined }) {
  const [by, setBy] = useState<string>()
  return (
    <DataTable
      caption="Bookings"
      columns={columns}
      rows={rows}
      sorting={{ by, onChange: setBy }}
      empty={<p>Nobody has booked yet.</p>}
    />
  )
}

const head = () => screen.getByRole('columnheader', { name: 'Name' })

test('shows each booking in its own row, under matching heads', () => {
  render(<Trips rows={trips} />)
  const [, ...rows] = within(screen.getByRole('table', { name: 'Bookings' })).getAllByRole('row')
  expect(rows.map((row) => within(row).getByText(/Angler|Boatman/).textContent)).toEqual(['Ada Angler', 'Bo Boatman'])
  // On a phone, where the heads are hidden, the amount has its own label.
  expect(within(rows[1]!).getByText('$350.00').textContent).toBe('Total$350.00')
})

test('sorts a list by keyboard: ascending, descending, and back to the default', async () => {
  const user = userEvent.setup()
  render(<Trips rows={trips} />)
  expect(head().ariaSort).toBe('none')
  const button = within(head()).getByRole('button')
  while (document.activeElement !== button) await user.tab()
  await user.keyboard('{Enter}')
  expect(head().ariaSort).toBe('ascending')
  await user.keyboard(' ')
  expect(head().ariaSort).toBe('descending')
  await user.keyboard('{Enter}')
  expect(head().ariaSort).toBe('none')
  expect(document.activeElement).toBe(button)
})

test('a column that cannot be sorted has no button and is missing from the phone select', () => {
  render(<Trips rows={trips} />)
  expect(within(screen.getByRole('columnheader', { name: 'Total' })).queryByRole('button')).toBeNull()
  const choices = within(screen.getByLabelText('Sort by')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Newest first', 'Name, ascending', 'Name, descending'])
})

test('the phone select and the heads share one order', async () => {
  render(<Trips rows={trips} />)
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name, descending')
  expect(head().ariaSort).toBe('descending')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest first')
  expect(head().ariaSort).toBe('none')
})

test('while bookings load the table says so and never looks empty', () => {
  const { rerender } = render(<Trips rows={undefined} />)
  expect(screen.getByRole('table').ariaBusy).toBe('true')
  expect(screen.queryByText('Nobody has booked yet.')).toBeNull()
  rerender(<Trips rows={trips} />)
  expect(screen.getByRole('table').ariaBusy).toBe('false')
})

test('without bookings it says so in place of the table', () => {
  render(<Trips rows={[]} />)
  expect(screen.getByText('Nobody has booked yet.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
