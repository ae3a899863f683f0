-- Every list is searched in one way (docs/rules.md §6.12): without accents, apostrophes and marks nobody sees, in any case.

-- Trigram indexes for substring search. The extension ships with PostgreSQL, and the owner of a database may create it.
create extension if not exists pg_trgm;

-- What is searched is stored as this key, because common words match many rows and each is rechecked. Parts are on separate lines,
-- so that no word spans two of them. Letters that Unicode does not take apart are spelled as they are typed where a keyboard lacks
-- them. Most text is ASCII, which needs none of that.
create function search_key(words text)
returns text language sql immutable parallel safe
  return case when octet_length(words) = length(words) then translate(lower(words), '''`', '') else
    translate(replace(replace(replace(lower(
      regexp_replace(normalize(translate(words, '´', ''''), NFKD),
        '[\u0300-\u036f''`‘’‛′ʹʻʼ\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħŧı‐‒–—―−', 'oldhti------') end;

-- Finds a caller by phone number, however it was written: only digits are compared.
create function phone_digits(phone text)
returns text language sql immutable
  return regexp_replace(phone, '\D', '', 'g');
