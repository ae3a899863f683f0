import { expect, test } from 'vitest'
import { changeFilter, readFilter, toQuery } from './admin-bookings-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))
const change = (search: string, to: Parameters<typeof changeFilter>[1]) =>
  changeFilter(new URLSearchParams(search), to).toString()

test('an address without a filter shows the first page of everything', () => {
  expect(read('tab=bookings')).toEqual({ status: 'all', q: '', page: 0 })
})

test('pages are counted from one in the address', () => {
  expect(read('status=pending&q=rivera&page=3')).toEqual({ status: 'pending', q: 'rivera', page: 2 })
})

test('nonsense in the address is as if unsaid', () => {
  expect(read('status=lost&page=0')).toEqual({ status: 'all', q: '', page: 0 })
  expect(read('page=-2').page).toBe(0)
  expect(read('page=1e9').page).toBe(0)
})

test('another status or search begins at the first page, and leaves the rest of the address alone', () => {
  expect(change('tab=bookings&page=3', { status: 'confirmed' })).toBe('tab=bookings&status=confirmed')
  expect(change('tab=bookings&status=confirmed&page=2', { q: 'ana' })).toBe('tab=bookings&status=confirmed&q=ana')
})

test('turning the page keeps the filter; what is usual is not said', () => {
  expect(change('status=pending&q=ana', { page: 1 })).toBe('status=pending&q=ana&page=2')
  expect(change('status=pending&q=ana&page=2', { status: 'all', q: '', page: 0 })).toBe('')
})

test('the API takes the status in capitals, and no empty search', () => {
  expect(toQuery(read('status=cancelled&q=%20'))).toEqual({ page: 0, q: undefined, status: 'CANCELLED' })
  expect(toQuery(read(''))).toEqual({ page: 0, q: undefined, status: undefined })
})
