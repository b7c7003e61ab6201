// A generic parameter is made of a field: of each one that may name a parameter, and of no other.
#include "project/checks/checks.h"
#include "project/file/json_writer.h"
#include "project/loading.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_parameter.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/field_walk.h"

#include <QtTest>

#include <set>

using namespace headroom;
using namespace headroom::widgets;
using project::FieldType;
using project::Json;

class FieldParameterTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        project::Hardware hardware = project::loadHardware();
        project::Loading loading = project::loadWhole(HEADROOM_SOURCE_DIR "/projects/swift-rack", hardware,
                                                      {project::libraryFolders(), "", true});
        QVERIFY(loading.whole.has_value());
        library_ = std::move(loading.whole->components);
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(std::move(loading.whole->project));
        before_ = text();
    }

    void everyFieldThatMayNameAParameterIsAcceptedWithOne()
    {
        const std::size_t errors = errorsOf(model_->project());
        struct Place
        {
            ElementRef element;
            project::FieldDeclaration field;
            Json value;
        };
        std::vector<Place> places;
        std::set<std::pair<ElementKind, const project::FieldDeclaration*>> seen; // one of each declaration
        forEachField(model_->project(), [&](const FieldPlace& place) {
            if (mayBeParameter(place.element, *place.declaration) &&
                seen.emplace(place.element.kind, place.declaration).second)
                places.push_back({place.element, *place.declaration, *place.value});
        });
        int made = 0;
        for (const Place& place : places)
            if (!makeParameter(*model_, library_, {place.element}, place.field, place.value).name.isEmpty())
                ++made;
        QVERIFY2(made > 30, qPrintable(QString::number(made)));
        project::Findings findings = project::check(model_->project(), library_);
        std::erase_if(findings, [](const auto& each) { return each.severity != project::Severity::error; });
        if (findings.size() != errors)
            for (const auto& finding : findings)
                qWarning("%s: %s", finding.pointer.c_str(), finding.problem.c_str());
        QCOMPARE(findings.size(), errors);
        while (model_->undoStack()->canUndo())
            model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void theParameterHasTheValueTheUnitAndTheRangeOfTheField()
    {
        project::FieldDeclaration field;
        field.name = "duration";
        field.type = FieldType::quantity;
        field.unit = "s";
        field.minimum = 0.5;
        const MadeParameter made = makeParameter(*model_, library_, {{ElementKind::run, {}}}, field, "90 s");
        QCOMPARE(made.name, QString("DURATION"));
        const auto* parameter = project::findParameter(model_->project(), "DURATION");
        QVERIFY(parameter && parameter->value == "90 s" && parameter->unit == "s" && parameter->minimum == 0.5);
        QVERIFY(parameter->type == project::ParameterType::quantity);
        QVERIFY(model_->field({ElementKind::run, {}}, "duration") == Json("DURATION"));
    }

    void anExpressionIsNoValueOfAParameter()
    {
        project::FieldDeclaration field;
        field.name = "count";
        field.label = "Nodes";
        field.type = FieldType::integer;
        const MadeParameter made =
            makeParameter(*model_, library_, {ElementRef::nodeGroup("storage")}, field, "2 * WORKERS");
        QVERIFY(made.name.isEmpty());
        QVERIFY2(made.why.contains("2 * WORKERS") && made.why.contains("Nodes"), qPrintable(made.why));
        QCOMPARE(text(), before_);
    }

    void withoutAValueThereIsNoParameter()
    {
        project::FieldDeclaration field;
        field.name = "processor";
        field.type = FieldType::component;
        const MadeParameter made = makeParameter(*model_, library_, {ElementRef::nodeGroup("storage")}, field, {});
        QVERIFY(made.name.isEmpty() && made.why.contains("a value first"));
        QCOMPARE(text(), before_);
    }

    void aNameThatIsTakenGetsANumber()
    {
        project::Parameter taken;
        taken.name = "STORAGE_COUNT";
        taken.value = 1;
        addParameter(*model_, taken);
        project::FieldDeclaration field;
        field.name = "count";
        field.type = FieldType::integer;
        QCOMPARE(makeParameter(*model_, library_, {ElementRef::nodeGroup("storage")}, field, 6).name,
                 QString("STORAGE_COUNT_2"));
    }

private:
    std::size_t errorsOf(const project::Project& project) const
    {
        const auto findings = project::check(project, library_);
        return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [](const auto& each) {
            return each.severity == project::Severity::error;
        }));
    }
    QByteArray text() const { return QByteArray::fromStdString(project::toText(model_->project())); }

    project::ComponentLibrary library_;
    std::unique_ptr<DocumentModel> model_;
    QByteArray before_;
};

HEADROOM_WIDGET_TEST(FieldParameterTest)
#include "field_parameter_test.moc"
