import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { showToAdmin } from '../testing/show.tsx'
import { AdminList } from './admin-list.tsx'
import { useListState } from './use-list-state.ts'

function NewThing() {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <input aria-label="Name" />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      New thing
    </button>
  )
}

function Things() {
  return (
    <AdminList
      list={useListState({ statuses: ['OPEN'] })}
      caption="Things"
      query={() => ({
        queryKey: ['things'],
        queryFn: async () => ({ content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 }),
      })}
      columns={[]}
      filters={{ fields: null, count: 0 }}
      action={<NewThing />}
    />
  )
}

test('what is typed into a list’s action survives turning the phone', async () => {
  const media = Object.assign(new EventTarget(), { media: '', matches: true })
  vi.stubGlobal('matchMedia', () => media)
  showToAdmin(<Things />)
  fireEvent.click(await screen.findByRole('button', { name: 'New thing' }))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Rosa' } })
  for (const matches of [false, true]) {
    act(() => {
      media.matches = matches
      media.dispatchEvent(new Event('change'))
    })
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Rosa')
  }
})
