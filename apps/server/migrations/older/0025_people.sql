-- What an admin is: an owner, somebody of the office, or a guide (docs/rules.md §22). Every admin there was owns the business.
alter table users add column position text check (position in ('OWNER', 'OFFICE', 'GUIDE'));
update users set position = 'OWNER' where role = 'ADMIN';
alter table users add constraint users_admins_have_a_position check ((role = 'ADMIN') = (position is not null));
