import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Ends a wait that hangs, with a margin for slow machines.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout: nothing scrolls, and no media query matches.
Element.prototype.scrollIntoView = () => {}
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

afterEach(cleanup)
