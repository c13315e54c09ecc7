# The core and the ORM of SQLAlchemy on SQLite: tables, relations, queries, loading, events, threads.
import threading

from sqlalchemy import ForeignKey, String, create_engine, event, func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload
from sqlalchemy.pool import StaticPool


class Base(DeclarativeBase):
    pass


class Author(Base):
    __tablename__ = "author"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30), unique=True)
    books: Mapped[list["Book"]] = relationship(back_populates="author", cascade="all, delete-orphan")

    def __repr__(self):
        return f"Author({self.name!r})"


class Book(Base):
    __tablename__ = "book"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    price: Mapped[int | None]
    author_id = mapped_column(ForeignKey("author.id"))
    author: Mapped[Author] = relationship(back_populates="books")


engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)
statements = []
event.listen(engine, "before_cursor_execute", lambda c, cursor, statement, *rest: statements.append(statement))
Base.metadata.create_all(engine)
with Session(engine) as session:
    jane = Author(name="Jane", books=[Book(title="Emma", price=5), Book(title="Persuasion", price=4)])
    session.add_all([jane, Author(name="Leo", books=[Book(title="Anna", price=None)])])
    session.commit()
    print(session.scalars(select(Author).order_by(Author.name)).all())
    query = (
        select(Author.name, func.count(Book.id), func.sum(Book.price))
        .join(Book).group_by(Author.name).order_by(Author.name)
    )
    print(query)
    print(session.execute(query).all())
    session.add(Author(name="Leo"))
    try:
        session.commit()
    except IntegrityError as error:
        print(type(error).__name__, error.orig)
        session.rollback()
    jane.books.pop(0)
    session.commit()
    print(session.scalar(select(func.count()).select_from(Book)))
    for author in session.scalars(select(Author).options(selectinload(Author.books))):
        print(author, [book.title for book in author.books])
with engine.begin() as connection:
    print(connection.execute(text("select :a + 1"), {"a": 2}).scalar_one())
    print(connection.execute(Book.__table__.update().where(Book.price.is_(None)).values(price=7)).rowcount)


lock = threading.Lock()


def work(number):
    with lock, Session(engine) as session:
        session.add(Author(name=f"author {number}", books=[Book(title=str(n), price=n) for n in range(3)]))
        session.commit()


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
with Session(engine) as session:
    print(session.execute(select(func.count(), func.sum(Book.price)).select_from(Book)).one())
print(len(statements), statements[2].split("\n")[0])
