-- Questions in the order of who asks are read from here, so that not all are sorted for each page.
create index users_by_asking_name on users (lower(coalesce(first_name || ' ' || last_name, email)));
