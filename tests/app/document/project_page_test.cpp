// Each idiom has a page that explains it; the pictures of all pages show the projects as they are.
#include "../studio_desk.h"

#include "app/report/drawing_command.h"
#include "project/loading.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/document/model/group_paths.h"
#include "widgets/theme/theme.h"

#include <QDialog>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTextBrowser>

using namespace headroom;

namespace {

const QString idioms = HEADROOM_SOURCE_DIR "/projects/idioms";

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The text of a drawing, its icons as pixels with premultiplied colours. A PNG has the colour of a half transparent
/// pixel divided by its opacity, which is rounded differently from machine to machine.
QByteArray withPixels(const QString& path)
{
    static const QRegularExpression icon("data:image/png;base64,([^\"]*)");
    const QString text = QString::fromUtf8(contentOf(path));
    QByteArray all;
    qsizetype end = 0;
    for (auto found = icon.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QImage image = QImage::fromData(QByteArray::fromBase64(match.captured(1).toLatin1()), "PNG")
                                 .convertToFormat(QImage::Format_RGBA8888_Premultiplied);
        all += text.mid(end, match.capturedStart() - end).toUtf8();
        all += QByteArray::number(image.width()) + 'x' + QByteArray::number(image.height()) + ' ';
        all += QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()).toHex();
        end = match.capturedEnd();
    }
    return all + text.mid(end).toUtf8();
}

/// The pictures that a page shows.
QStringList picturesOf(const QString& page)
{
    QStringList pictures;
    static const QRegularExpression picture(R"(!\[[^\]]*\]\(([^)]*)\))");
    for (auto found = picture.globalMatch(QString::fromUtf8(contentOf(page))); found.hasNext();)
        pictures.append(found.next().captured(1));
    return pictures;
}

/// The paths of a diagram and of those inside its groups.
QStringList pathsFrom(const project::Diagram& diagram, const QString& path)
{
    QStringList paths{path};
    for (const project::Block& block : diagram.blocks)
        for (const project::Diagram& inner : block.inner)
            paths += pathsFrom(inner, widgets::innerPath(path, QString::fromStdString(block.id)));
    return paths;
}

QStringList diagramsOf(const project::Project& project)
{
    QStringList paths;
    for (const project::Behaviour& behaviour : project.behaviours)
        for (const project::Operation& operation : behaviour.role.operations)
            for (const project::Diagram& diagram : operation.diagrams)
                paths += pathsFrom(
                    diagram, QString::fromStdString(project::diagramPath(behaviour.role.id, operation.id, diagram.id)));
    return paths;
}

/// Pairs of boxes that cover each other, or nearly touch.
QStringList crowdedBoxes(const widgets::CanvasScene& scene)
{
    constexpr qreal near = widgets::gridSize / 2;
    QStringList found;
    for (const widgets::BoxItem* one : scene.boxes())
        for (const widgets::BoxItem* other : scene.boxes())
            if (one->id() < other->id() &&
                one->sceneFrame().adjusted(-near, -near, near, near).intersects(other->sceneFrame()))
                found.append(QString("%1: %2, %3").arg(scene.path(), one->id(), other->id()));
    return found;
}

} // namespace

class ProjectPageTest : public QObject
{
    Q_OBJECT

private slots:
    void eachIdiomHasAPageWithAPicture()
    {
        const QStringList folders = QDir(idioms).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(folders.size() >= 5);
        for (const QString& folder : folders) {
            const QString page = idioms + '/' + folder + "/README.md";
            QVERIFY2(QFile::exists(page), qPrintable(page));
            QVERIFY2(!picturesOf(page).isEmpty(), qPrintable(page));
            for (const QString& picture : picturesOf(page))
                QVERIFY2(QFile::exists(idioms + '/' + folder + '/' + picture), qPrintable(picture));
        }
    }

    /// A picture is named after its diagram. `headroom-studio --drawing PICTURE PROJECT --diagram PATH` renews it.
    void thePicturesShowTheDiagramsAsTheyAre()
    {
        widgets::applyTheme(*qApp, widgets::Theme::light);
        const QTemporaryDir folder;
        QDirIterator pictures(HEADROOM_SOURCE_DIR "/projects", {"*.svg"}, QDir::Files, QDirIterator::Subdirectories);
        int compared = 0;
        while (pictures.hasNext()) {
            const QFileInfo picture(pictures.next());
            const QString diagram = picture.completeBaseName().replace('.', '/');
            const QString drawn = folder.filePath(picture.fileName());
            QCOMPARE(app::writeDrawingOf(picture.path(), diagram, drawn), 0);
            QVERIFY2(withPixels(drawn) == withPixels(picture.filePath()), qPrintable(picture.filePath()));
            ++compared;
        }
        QVERIFY(compared >= 5);
    }

    void theBoxesOfEachProjectStandApart()
    {
        const project::Hardware hardware = project::loadHardware();
        QDirIterator files(HEADROOM_SOURCE_DIR "/projects", {"*.headroom"}, QDir::Files, QDirIterator::Subdirectories);
        QStringList crowded;
        int drawings = 0;
        while (files.hasNext()) {
            const QString file = files.next();
            const auto whole = project::loadWhole(file.toStdString(), hardware).whole;
            QVERIFY2(whole, qPrintable(file));
            widgets::DocumentModel model;
            model.setProject(whole->project);
            model.setFallbackPositions(widgets::libraryPositions(whole->project, whole->libraries));
            for (const QString& path : diagramsOf(whole->project)) {
                const widgets::DiagramScene scene(model, path);
                for (const QString& pair : crowdedBoxes(scene))
                    crowded.append(QFileInfo(file).fileName() + ": " + pair);
                ++drawings;
            }
        }
        QVERIFY2(crowded.isEmpty(), qPrintable(crowded.join('\n')));
        QVERIFY(drawings > 100);
    }

    void theMenuHelpOpensThePageOfTheProjectWithItsPictures()
    {
        studio::Desk desk;
        QVERIFY(desk.window().openProject(idioms + "/group-commit/group-commit.headroom"));
        QTRY_VERIFY(desk.action("Shift+F1")->isEnabled());
        QTest::keyClick(&desk.window(), Qt::Key_F1, Qt::ShiftModifier);
        auto* page = desk.window().findChild<QDialog*>("projectPage");
        QVERIFY(page && page->isVisible());
        QCOMPARE(page->windowTitle(), QString("Group commit"));
        auto* browser = page->findChild<QTextBrowser*>();
        for (const QString& picture : picturesOf(idioms + "/group-commit/README.md")) {
            const auto image = browser->loadResource(QTextDocument::ImageResource, picture).value<QImage>();
            QVERIFY2(!image.isNull() && image.width() <= browser->viewport()->width(), qPrintable(picture));
        }
    }

    void aProjectWithoutAPageOffersNone()
    {
        studio::Desk desk;
        QVERIFY(desk.openRack(2));
        QTest::qWait(50);
        QVERIFY(!desk.action("Shift+F1")->isEnabled());
    }

    void aDrawingOfADiagramThatDoesNotExistIsRefused()
    {
        const QTemporaryDir folder;
        QCOMPARE(app::writeDrawingOf(idioms + "/group-commit", "store/none/full", folder.filePath("a.svg")), 1);
        QVERIFY(!QFile::exists(folder.filePath("a.svg")));
        QCOMPARE(app::writeDrawingOf(folder.filePath("none.headroom"), {}, folder.filePath("a.svg")), 1);
    }
};

HEADROOM_WIDGET_TEST(ProjectPageTest)
#include "project_page_test.moc"
