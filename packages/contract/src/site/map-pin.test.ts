import { expect, test } from 'vitest'
import { pinText, readMapPin, shortMapLink } from './map-pin.ts'

const read = (typed: string) => {
  const place = readMapPin(typed)
  return place && pinText(place)
}

test.each([
  '27.2158, -81.8584',
  '27.2158,-81.8584',
  '27.2158 -81.8584',
  '(27.21580, -81.85840)',
  ' 27.2158° N, 81.8584° W ',
  '27.2158°N 81.8584°W',
  'https://www.google.com/maps/place/Dock+3/@27.3,-81.9,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d27.2158!4d-81.8584!16s',
  'https://www.google.com/maps/@27.2158,-81.8584,15z',
  'https://www.google.com/maps/search/?api=1&query=27.2158%2C-81.8584',
  'https://www.google.com/maps/search/27.2158,+-81.8584?entry=tts',
  'https://maps.google.com/?q=27.2158,-81.8584',
  'Dropped pin https://www.google.co.uk/maps?q=27.2158,-81.8584&z=17',
  'https://maps.apple.com/?ll=27.2158,-81.8584&q=Dock',
  'https://maps.apple.com/place?coordinate=27.2158,-81.8584&name=Dock',
])('a pin is read from %s', (typed) => {
  expect(read(typed)).toBe('27.2158, -81.8584')
})

test('degrees, minutes and seconds are read, south and east too', () => {
  expect(read(`27°12'56.9"N 81°51'30.2"W`)).toBe('27.215806, -81.858389')
  expect(read(`33°52′S 151°12′E`)).toBe('-33.866667, 151.2')
})

test.each([
  'by the oak',
  '97.2158, -81.8584',
  '27.2158, -181.8584',
  '27.2158',
  'https://example.com/maps/@27.2158,-81.8584,15z',
  'https://google.com.evil.example/maps/@27.2158,-81.8584',
  'https://www.google.com/maps/place/Arcadia',
  'http://www.google.com/maps/@27.2158,-81.8584,15z',
])('no pin is read from %s', (typed) => {
  expect(read(typed)).toBeUndefined()
})

test.each([
  ['https://maps.app.goo.gl/AbC-12_3?g_st=ic', 'https://maps.app.goo.gl/AbC-12_3'],
  ['Dock 3 https://maps.app.goo.gl/AbC', 'https://maps.app.goo.gl/AbC'],
  ['http://maps.app.goo.gl/AbC', undefined],
  ['https://maps.app.goo.gl:8443/AbC', undefined],
  ['https://me@maps.app.goo.gl/AbC', undefined],
  ['https://maps.app.goo.gl.evil.example/AbC', undefined],
  ['https://goo.gl/maps/AbC', undefined],
  ['https://maps.app.goo.gl/a/b', undefined],
])('only a short link of Google Maps is followed: %s', (typed, link) => {
  expect(shortMapLink(typed)?.href).toBe(link)
})
