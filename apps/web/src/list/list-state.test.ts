import { expect, test } from 'vitest'
import { changeList, readList, toQuery } from './list-state.ts'

const shape = { statuses: ['NEW', 'IN_PROGRESS', 'CLOSED'], sorts: ['name', 'date'] } as const

const read = (search: string) => readList(shape, new URLSearchParams(search))
const change = (search: string, to: Parameters<typeof changeList>[1]) =>
  changeList(new URLSearchParams(search), to).toString()
const everything = { status: 'all', q: '', page: 0, sort: undefined, id: undefined }

test('an address without a filter shows the first page of everything', () => {
  expect(read('tab=bookings')).toEqual(everything)
})

test('in the address, pages count from one and statuses are lowercase', () => {
  expect(read('status=in_progress&q=rivera&page=3&sort=-date&id=7')).toEqual({
    status: 'IN_PROGRESS',
    q: 'rivera',
    page: 2,
    sort: '-date',
    id: 7,
  })
})

test('ignores nonsense in the address', () => {
  expect(read('status=lost&page=0&sort=password&id=x')).toEqual(everything)
  expect(read('page=-2&sort=--name&id=-7')).toEqual(everything)
  expect(read('page=1e9&id=0')).toEqual(everything)
})

test('an open row of a list of several kinds is named with its kind, and nothing else opens one', () => {
  const readKinds = (id: string) => {
    const list = readList({ ...shape, kinds: ['enquiry', 'booking-query'] }, new URLSearchParams({ id }))
    return [list.kind, list.id]
  }
  expect(readKinds('booking-query-7')).toEqual(['booking-query', 7])
  expect(readKinds('enquiry-7')).toEqual(['enquiry', 7])
  for (const id of ['7', 'review-7', 'enquiry-', 'enquiry-x']) expect(readKinds(id)[1]).toBeUndefined()
  expect(read('id=enquiry-7')).toEqual(everything)
})

test('another status, search, order or filter of its own begins at the first page, and leaves the rest of the address alone', () => {
  expect(change('tab=bookings&page=3', { status: 'CLOSED' })).toBe('tab=bookings&status=closed')
  expect(change('tab=bookings&status=closed&page=2&id=4', { q: 'ana' })).toBe('tab=bookings&status=closed&id=4&q=ana')
  expect(change('q=ana&page=2', { sort: '-name' })).toBe('q=ana&sort=-name')
  expect(change('q=ana&page=2&from=2027-05-01', { from: '', to: '2027-06-30' })).toBe('q=ana&to=2027-06-30')
})

test('turning the page or opening a row keeps the filter; defaults are omitted', () => {
  expect(change('status=new&q=ana', { page: 1 })).toBe('status=new&q=ana&page=2')
  expect(change('status=new&page=2', { id: 12 })).toBe('status=new&page=2&id=12')
  expect(change('status=new&page=2&id=12', { id: undefined })).toBe('status=new&page=2')
  expect(change('status=new&q=ana&page=2&sort=name', { status: 'all', q: '', sort: undefined })).toBe('')
})

test('the API gets no empty search', () => {
  expect(toQuery(read('status=closed&q=%20'))).toEqual({ page: 0, q: undefined, status: 'CLOSED', sort: undefined })
  expect(toQuery(read('')).status).toBeUndefined()
})
