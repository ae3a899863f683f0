import { useLayoutEffect, useState } from 'react'
import { useMedia } from '../ui/use-media.ts'

const STORAGE_KEY = 'arcadia.admin.theme'

type Theme = 'light' | 'dark'

/** The portal follows the system theme until someone chooses one, and remembers it; the site always follows (theme.css). */
export function useTheme() {
  const systemTheme: Theme = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const [chosen, setChosen] = useState(readChosen)
  const theme = chosen ?? systemTheme
  useLayoutEffect(() => {
    document.documentElement.classList.add(theme)
    return () => document.documentElement.classList.remove(theme)
  }, [theme])

  function choose(next: Theme) {
    window.localStorage.setItem(STORAGE_KEY, next)
    setChosen(next)
  }
  return { theme, toggleTheme: () => choose(theme === 'dark' ? 'light' : 'dark') }
}

function readChosen(): Theme | undefined {
  const stored = window.localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : undefined
}
