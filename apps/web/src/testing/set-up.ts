import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine takes longer than a second to draw for the first time.
configure({ asyncUtilTimeout: 5000 })

afterEach(cleanup)
