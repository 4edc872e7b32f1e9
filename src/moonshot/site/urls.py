"""The addresses of the site."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import path

from moonshot.site.api.views import api
from moonshot.site.pages import (
    daily,
    fair,
    keeper,
    learn,
    lessons,
    matches,
    me,
    quiz,
    rehearsal,
    reviews,
    rules,
)
from moonshot.site.pages import views as pages


async def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Tells a supervisor that this process answers."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("", pages.home, name="home"),
    path("play", pages.play, name="play"),
    path("lobby", pages.lobby, name="lobby"),
    path("lobby/private", pages.private, name="private"),
    path("join", pages.join, name="join"),
    path("join/<str:token>", pages.join, name="join_link"),
    path("table/<str:table_id>", pages.table, name="table"),
    path("daily", daily.today, name="daily"),
    path("daily/archive", daily.archive, name="daily_archive"),
    path("daily/<str:day>", daily.page, name="daily_day"),
    path("daily/<str:day>/play", daily.play, name="daily_play"),
    path("daily/<str:day>/record", daily.record, name="daily_record"),
    path("fair", fair.page, name="fair"),
    path("matches", fair.matches, name="matches"),
    path("matches/<str:match_id>", matches.page, name="match"),
    path("matches/<str:match_id>/record", matches.record, name="match_record"),
    path("matches/<str:match_id>/embed", matches.embed, name="match_embed"),
    path("matches/<str:match_id>/review", reviews.ask, name="match_ask_review"),
    path("matches/<str:match_id>/review/<int:seat>", reviews.page, name="match_review"),
    path("me", me.me, name="me"),
    path("me/name", me.name, name="me_name"),
    path("me/data", me.data, name="me_data"),
    path("me/hearing", me.hearing, name="me_hearing"),
    path("me/appeal/<int:number>", me.appeal, name="me_appeal"),
    path("me/delete", me.delete, name="me_delete"),
    path("learn", learn.index, name="learn"),
    path("learn/first-hand", learn.first_hand, name="first_hand"),
    path("learn/quiz", quiz.start, name="quiz"),
    path("learn/quiz/daily", quiz.daily, name="quiz_daily"),
    path("learn/quiz/daily/<str:day>", quiz.daily, name="quiz_day"),
    path("learn/quiz/ask", quiz.ask, name="quiz_ask"),
    path("learn/rehearsal", rehearsal.page, name="rehearsal"),
    path("learn/lessons", lessons.index, name="lessons"),
    path("learn/lessons/<int:number>", lessons.page, name="lesson"),
    path("rules", rules.index, name="rules"),
    path("rules/custom", rules.custom, name="rules_custom"),
    path("rules/play", rules.play, name="rules_play"),
    path("rules/table/<str:table_id>", rules.of_table, name="rules_table"),
    path("rules/<str:preset_id>", rules.page, name="rules_page"),
    path("score-keeper", keeper.keeper, name="score_keeper"),
    path("score-keeper/worker.js", keeper.worker, name="score_keeper_worker"),
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("robots.txt", pages.robots, name="robots"),
    path("api/", api.urls),
    path("moderation/", admin.site.urls),
]
handler400 = "moonshot.site.errors.bad_request"
handler403 = "moonshot.site.errors.permission_denied"
handler404 = "moonshot.site.errors.page_not_found"
handler500 = "moonshot.site.errors.server_error"
