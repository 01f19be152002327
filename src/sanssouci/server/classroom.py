"""The HTTP side of learning: lessons, and the guide of a first game."""

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server.caller import with_token
from sanssouci.server.http import FromCaller, TableId, problems
from sanssouci.server.learning import Learning
from sanssouci.server.messages import EnteredLesson, EnterLesson, GuideView, Lessons, LessonView, ReadPart

AtLearning = NamedDependency[Learning]
LessonName = Annotated[
    str, PathParameter(max_length=20, description="A lesson; 'game': the guided game; 'next': what comes next.")
]


class LearningController(Controller):
    """Learning the game."""

    path = "/api"
    tags = ("learning",)

    @get("/lessons", responses=problems(), operation_id="lessons")
    async def lessons(self, learning: AtLearning, caller: FromCaller) -> Lessons:
        """All lessons, and how far you are with each."""
        return Lessons(lessons=await learning.lessons(caller.holder))

    @post("/lessons/{lesson:str}", status_code=200, responses=problems(404, 503), operation_id="enterLesson")
    async def enter(
        self, lesson: LessonName, data: JSONBody[EnterLesson], learning: AtLearning, caller: FromCaller
    ) -> Response[EnteredLesson]:
        """Begin a lesson, or go on with it: the answer names its table."""
        identity = caller.known()
        name, table = await learning.enter(lesson, data, identity.holder, caller.address)
        return with_token(EnteredLesson(lesson=name, table=table), caller, identity)

    @get("/tables/{table_id:str}/lesson", responses=problems(404, 503), operation_id="lesson")
    async def lesson(self, table_id: TableId, learning: AtLearning, caller: FromCaller) -> LessonView:
        """What the lesson at this table says now."""
        return await learning.look(table_id, caller)

    @post("/tables/{table_id:str}/lesson", status_code=200, responses=problems(404, 503), operation_id="readPart")
    async def read(
        self, table_id: TableId, data: JSONBody[ReadPart], learning: AtLearning, caller: FromCaller
    ) -> LessonView:
        """Say that a part of the lesson has been read; the answer is what it says next."""
        return await learning.look(table_id, caller, read=data.part)

    @get("/tables/{table_id:str}/guide", responses=problems(404, 409, 503), operation_id="guide")
    async def guide(self, table_id: TableId, learning: AtLearning, caller: FromCaller) -> GuideView:
        """What the guide says before your turn. This takes up to a second."""
        return await learning.guide(table_id, caller)
