import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Every wait is for something that comes: this ends one that hangs, on a machine however slow.
configure({ asyncUtilTimeout: 30_000 })

// jsdom lays nothing out, so there is nothing to scroll, and no query about a screen holds.
Element.prototype.scrollIntoView = () => {}
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

afterEach(cleanup)
